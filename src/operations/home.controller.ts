import { Controller, Get, Header } from '@nestjs/common';
import { OpenPage } from '../contract/declare.js';
import { homePage } from '../pages/home.page.js';
import { VERSION } from './version.js';

@Controller()
export class HomeController {
  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @OpenPage('home', 'Start page')
  home(): string {
    return homePage(VERSION);
  }
}
