import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { readerOf } from '../../platform/pages/reader.js';
import { OwnStops } from './own-stops.js';
import { stoppedPage, stopOverPage, stopPage } from './stop.page.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;

/** "This wasn't me": the page behind the link in a notice (D341). Opening it, as mail scanners do, does nothing. */
@ApiExcludeController()
@Controller('not-me')
export class StopController {
  constructor(private readonly stops: OwnStops) {}

  @Get(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('notme', 'The page behind the link in a notice: what was done, and a button that stops it')
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.stops.look(token);
    return open ? stopPage(readerOf(request, { of: open.reads }), token, open) : over(request, response);
  }

  @Post(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('notmepost', 'Stops it, and signs out the browser in which it was done', { writes: true })
  async stop(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const stop = await this.stops.stop(token, exchangeOf(request).origin.address);
    if (!stop) return over(request, response);
    response.status(200);
    return stoppedPage(readerOf(request, { of: stop.reads }), stop);
  }
}

/** One page for all links that stop nothing, whatever they were. */
function over(request: Request, response: Response): string {
  response.status(GONE);
  return stopOverPage(readerOf(request));
}
