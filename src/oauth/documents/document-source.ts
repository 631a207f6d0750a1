import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { SECOND } from '../../platform/security/clock.js';
import { fetchDocumentOutside, type OutsideDocument } from '../../platform/security/outside-fetch.js';
import { DocumentProblem } from './client-document.js';

const TIME_LIMIT_MS = 5 * SECOND;
const MAX_BYTES = 5 * 1024;
const JSON_TYPE = /^application\/([\w.-]+\+)?json(;|$)/i;

/** Fetches documents of clients from where they are published. */
@Injectable()
export class DocumentSource {
  constructor(private readonly config: AppConfig) {}

  /** @throws OutsideFetchError, DocumentProblem for what is no JSON */
  async fetch(url: string): Promise<OutsideDocument> {
    const answer = await fetchDocumentOutside(new URL(url), {
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      maxBytes: MAX_BYTES,
      insideNetworks: this.config.jwksInsideNetworks,
      accept: 'application/json',
    });
    if (!JSON_TYPE.test(answer.headers['content-type'] ?? ''))
      throw new DocumentProblem('must have the content type application/json');
    return answer;
  }
}
