import { Get } from '@nestjs/common';
import { Console, ConsolePage } from '../../contract/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../access/administrator.js';
import { renderConsole } from '../console/frame.js';

/** What an operator looks at first. */
@Console('')
export class HomeConsole {
  @Get()
  @ConsolePage('adminhomepage', 'What an operator looks at first', { role: 'support' })
  home(@CurrentAdministrator() by: Administrator): string {
    return renderConsole({ title: 'Home', section: 'home', by, children: null });
  }
}
