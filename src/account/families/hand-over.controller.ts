import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { handOverWaitsPage } from './hand-over.page.js';
import { StoppedHandOvers, type StoppableHandOver } from './stopped-hand-overs.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;

/** Behind the link that a founder gets when a family is to be handed over: it only stops that (D335). */
@ApiExcludeController()
@Controller('hand-over')
export class HandOverController {
  constructor(private readonly handOvers: StoppedHandOvers) {}

  @Get(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage(
    'handoverlink',
    'The page behind the link: when the family is handed over, and a button that stops it',
  )
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.handOvers.find(token);
    if (!open) return over(request, response);
    const { link, nextName, beginsAt } = open;
    const familyName = link.familyName ?? '';
    return handOverWaitsPage(readerAt(open, request), { token, familyName, nextName, beginsAt });
  }

  @Post(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('handoverstop', 'Stops it: the founder stays', { writes: true })
  async stop(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.handOvers.find(token);
    if (!open || !(await this.handOvers.stop(open, token, exchangeOf(request).origin.address)))
      return over(request, response);
    response.status(200);
    return notePage(readerAt(open, request), 'handOver.stopped');
  }
}

/** One page for all links that do nothing, whatever they were. */
function over(request: Request, response: Response): string {
  response.status(GONE);
  return notePage(readerOf(request), 'handOver.over');
}

function readerAt({ link }: StoppableHandOver, request: Request): Reader {
  return readerOf(request, { of: link });
}
