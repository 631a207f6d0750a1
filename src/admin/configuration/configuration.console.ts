import { Get, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { asFile, html, Shown, seeOther } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit, type Administrator } from '../shell/access/administrator.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { etagIn, doneOrRefused } from '../shell/console/sent-form.js';
import { configurationPage, IMPORT_LABELS } from './configuration.page.js';
import { Configuration, type ImportOutcome } from './configuration.service.js';
import { textIn, ticked, doneIn } from '../../platform/checks/form.js';
import type { Visit } from '../../platform/operations/visit.js';
import { invalid } from '../../platform/errors/problem-error.js';
import { checkDocument } from './check-document.js';
import { configurationPreviewPage } from './configuration-preview.page.js';

const DONE: Readonly<Record<string, string>> = {
  imported: 'Import complete. It takes effect on every node within 5 seconds.',
};

interface Sent {
  readonly text: string;
  /** The field that the text was in. */
  readonly field: 'file' | 'document';
  readonly isPruning: boolean;
}

/**
 * The page for export and import. An import has two steps: a preview, then exactly what was previewed or nothing. The
 * forms carry the document.
 */
@Console('configuration')
export class ConfigurationConsole {
  constructor(
    private readonly configuration: Configuration,
    private readonly confirmation: Confirmation,
  ) {}

  @Get()
  @ConsolePage('adminconfigurationpage', 'Export and import')
  page(@AtConsole() visit: ConsoleVisit): Shown {
    const { by, asksPassword } = visit;
    return html(configurationPage({ by, asksPassword, done: doneIn(visit, DONE) }));
  }

  @Post()
  @ConsolePage('adminconfigurationdownload', 'Downloads rulesets and clients', { writes: true })
  async download(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const { by, asksPassword } = visit;
    const error = await this.confirmation.passwordProblem(visit);
    if (error !== null) {
      return html(configurationPage({ by, asksPassword, error }), { status: 422 });
    }
    const text = JSON.stringify(await this.configuration.export(by), null, 2);
    return new Shown('application/json; charset=utf-8', `${text}\n`, {
      headers: asFile('hearth-configuration.json'),
    });
  }

  @Post('preview')
  @ConsolePage('adminconfigurationpreview', 'Previews an import', {
    writes: true,
    shows: 'answer',
    takesLargeBody: true,
  })
  async preview(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = sentIn(visit);
    const password = await this.confirmation.passwordProblem(visit);
    if (password !== null) return this.refuse(visit, sent, { password });
    return this.show(visit, sent);
  }

  @Post('import')
  @ConsolePage('adminconfigurationapply', 'Imports what was previewed', {
    writes: true,
    takesLargeBody: true,
  })
  async import(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const sent = sentIn(visit);
    const password = await this.confirmation.passwordProblem(visit);
    if (password !== null) return this.show(visit, sent, { password });
    const outcome = await doneOrRefused(this.run(sent, visit.by, etagIn(visit)), IMPORT_LABELS);
    if ('done' in outcome) return seeOther('/admin/configuration?done=imported');
    return this.show(visit, sent, { problem: `Nothing was changed. ${outcome.problem}` });
  }

  /** Runs the dry run anew each time, so that the preview is current. */
  private async show(
    visit: ConsoleVisit,
    sent: Sent,
    refusal: { password?: string; problem?: string } = {},
  ): Promise<Shown> {
    const outcome = await doneOrRefused(this.run(sent, visit.by), IMPORT_LABELS);
    if (!('done' in outcome)) {
      const found = Object.values(outcome.errors);
      return this.refuse(visit, sent, { refusals: found.length > 0 ? found : [outcome.problem] });
    }
    const asksPassword = refusal.password !== undefined; // or the password was just given
    const page = configurationPreviewPage({
      by: visit.by,
      asksPassword,
      ...sent,
      ...outcome.done,
      ...refusal,
    });
    return html(page, { status: Object.keys(refusal).length === 0 ? 200 : 422 });
  }

  /** Shows the form again, as it was sent. */
  private refuse(
    { by }: ConsoleVisit,
    sent: Sent,
    refusal: { password?: string; refusals?: readonly string[] },
  ): Shown {
    const asksPassword = refusal.password !== undefined;
    return html(configurationPage({ by, asksPassword, sent: { ...sent, ...refusal } }), { status: 422 });
  }

  /** @param etag of the preview, which is then applied; absent: a dry run */
  private async run(
    { text, field, isPruning }: Sent,
    by: Administrator,
    etag?: string,
  ): Promise<ImportOutcome> {
    const document = await checkDocument(parsed(text, field));
    return this.configuration.import(
      document,
      { isDryRun: etag === undefined, isPruning, ifMatch: etag },
      by,
    );
  }
}

/** The uploaded file, or the pasted text. */
function sentIn(visit: Visit): Sent {
  const { document } = (visit.body ?? {}) as { document?: unknown };
  const pasted = typeof document === 'string' ? document : '';
  const uploaded = visit.fileText;
  const isPasted = uploaded === '' && pasted.trim() !== '';
  return {
    ...{ text: uploaded || pasted, field: isPasted ? 'document' : 'file' },
    isPruning: ticked(textIn(visit.body, 'prune')),
  };
}

function parsed(text: string, field: Sent['field']): unknown {
  if (text.trim() === '')
    throw invalid([{ field, message: 'is missing: choose one, or paste its contents' }]);
  if (text.includes('\uFFFD')) throw invalid([{ field, message: 'is not UTF-8' }]);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw invalid([{ field, message: `is not JSON: ${(cause as Error).message}` }]);
  }
}
