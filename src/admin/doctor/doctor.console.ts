import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { doctorPage } from './doctor.page.js';
import { Doctor } from './doctor.service.js';

/** The page of the checks. */
@Console('doctor')
export class DoctorConsole {
  constructor(private readonly doctor: Doctor) {}

  @Get()
  @ConsolePage('admindoctorpage', 'Checks settings, database, clock, mail, TLS and proxy')
  async page(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    return doctorPage({ by, checks: await this.doctor.examine(exchangeOf(request)) });
  }
}
