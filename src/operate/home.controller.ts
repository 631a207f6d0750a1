import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OpenPage } from '../platform/operations/declare.js';
import { homePage } from './home.page.js';
import { VERSION } from '../platform/version.js';

@ApiTags('Operation')
@Controller()
export class HomeController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @OpenPage('home', 'Start page', { because: 'It shows nothing but the name and the version.' })
  home(): string {
    return homePage(VERSION);
  }
}
