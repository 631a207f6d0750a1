import { Get, Req } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Request } from 'express';
import { AdminApi, AdminRoute } from '../../platform/operations/declare-admin.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { CheckView } from './check.view.js';
import { Doctor } from './doctor.service.js';

class ExaminationView {
  @ApiProperty({ type: [CheckView] })
  checks!: CheckView[];
}

@AdminApi('doctor')
export class DoctorController {
  constructor(private readonly doctor: Doctor) {}

  @Get()
  @AdminRoute(
    'admindoctorget',
    'Checks settings, database, clock, mail, TLS and proxy, with advice for each problem',
    { answers: ExaminationView },
  )
  async get(@Req() request: Request): Promise<ExaminationView> {
    return { checks: await this.doctor.examine(exchangeOf(request)) };
  }
}
