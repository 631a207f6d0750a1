import { FormField } from '../../platform/checks/form.js';

/** The answer to a page that asks; anything but its yes declines. */
export class DecisionForm {
  /** What the button says. */
  @FormField()
  decision!: string;

  /** Whom the page named: nobody decides for another account that signed in meanwhile in the next tab. */
  @FormField()
  account!: string;
}
