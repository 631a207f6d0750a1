import { TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';

export class UnregisteredQuery extends PageQuery {
  @TextFilter({ label: 'Host', shortest: 0, longest: 255, description: 'The beginning of a host.' })
  host?: string;
}
