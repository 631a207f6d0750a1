import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OpenPage } from '../contract/declare.js';
import { homePage } from '../pages/home.page.js';
import { VERSION } from '../config/version.js';

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
