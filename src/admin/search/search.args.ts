import { IsString, Length } from 'class-validator';
import { FormField, trimmed } from '../../platform/checks/form.js';

/** What is typed into the search field. */
export class SearchForm {
  @FormField(trimmed, 'Search for')
  @IsString()
  @Length(1, 4096)
  query!: string;
}
