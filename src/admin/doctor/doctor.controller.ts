import { Get } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { ApiProperty } from '@nestjs/swagger';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
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
  async get(@CurrentVisit() visit: Visit): Promise<ExaminationView> {
    return { checks: await this.doctor.examine(visit.exchange) };
  }
}
