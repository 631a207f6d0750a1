import { Get } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { html, type Shown } from '../platform/operations/shown.js';
import { homePage } from './home.page.js';
import { VERSION } from '../platform/version.js';

@OpenPages('', 'Operation')
export class HomeController {
  @Get()
  @OpenPage('home', 'Start page', { because: 'It shows nothing but the name and the version.' })
  home(): Shown {
    return html(homePage(VERSION));
  }
}
