import { Get } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { html, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { readerOf } from '../platform/pages/reader.js';
import { homePage } from './start.page.js';
import { VERSION } from '../platform/version.js';

@OpenPages('', 'Operation')
export class HomeController {
  @Get()
  @OpenPage('home', 'Start page', { because: 'It shows nothing but the name and the version.' })
  home(@CurrentVisit() visit: Visit): Shown {
    return html(homePage(readerOf(visit), VERSION));
  }
}
