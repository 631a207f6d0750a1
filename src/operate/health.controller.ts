import { Get } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { OpenPage } from '../platform/operations/declare.js';
import { json, type Shown } from '../platform/operations/shown.js';
import { LiveView, ReadyView } from './health.view.js';
import { Readiness } from './readiness.js';

@OpenPages('health', 'Operation')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @OpenPage('healthlive', 'Whether the process runs', {
    because: 'Load balancers have no credentials; it only tells whether the node is up.',
    answers: { 200: LiveView },
  })
  live(): LiveView {
    return { status: 'up' };
  }

  @Get('ready')
  @OpenPage('healthready', 'Whether the node should get requests: 200, or 503 with what is down', {
    because: 'Load balancers have no credentials; it only tells what is up and down.',
    answers: { 200: ReadyView, 503: ReadyView },
  })
  async ready(): Promise<Shown> {
    const { isReady, checks } = await this.readiness.check();
    const view: ReadyView = { status: isReady ? 'up' : 'down', checks };
    return json(view, { status: isReady ? 200 : 503 });
  }
}
