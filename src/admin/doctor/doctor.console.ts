import { Get } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { doctorPage } from './doctor.page.js';
import { Doctor } from './doctor.service.js';

/** The page of the checks. */
@Console('doctor')
export class DoctorConsole {
  constructor(private readonly doctor: Doctor) {}

  @Get()
  @ConsolePage('admindoctorpage', 'Checks settings, database, clock, mail, TLS and proxy')
  async page(@AtConsole() { by, exchange }: ConsoleVisit): Promise<Shown> {
    return html(doctorPage({ by, checks: await this.doctor.examine(exchange) }));
  }
}
