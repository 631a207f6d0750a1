import { FormField } from '../../platform/checks/form.js';

/** The answer to a page that asks for a decision; anything but its yes declines. */
export class DecisionForm {
  /** The value of the button. */
  @FormField()
  decision!: string;

  /** The account that the page named: nobody decides for another account that signed in meanwhile in another tab. */
  @FormField()
  account!: string;
}
