import { HttpException, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { json, text, type Request, type RequestHandler, type Response } from 'express';
import type { Observable } from 'rxjs';
import { ProblemError, Problems } from '../errors/problems.js';
import { operationOf } from './operation.js';

const KIB = 1024;
/** What an administrator sends where it may be much: ten thousand clients as an export has them are some 5 MiB. */
export const LARGE_BYTES = 16 * KIB * KIB;

const OF_STRANGERS = [json({ limit: 64 * KIB })];
const LARGE = [json({ limit: LARGE_BYTES })];
const OF_ADMINISTRATORS = [
  json({ limit: 512 * KIB }),
  text({ type: 'application/x-ndjson', limit: KIB * KIB }),
];

/** Reads the body of a request to the administration's API after the guards: of whom they refuse nothing is kept. */
export class ReadAdminBody implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const administration = operationOf(context.getHandler())?.administration ?? null;
    const [request, response] = context.getArgs<[Request, Response]>();
    for (const reader of readersFor(administration)) await read(reader, request, response);
    return next.handle();
  }
}

function readersFor(administration: { takesLargeBody: boolean } | null): readonly RequestHandler[] {
  if (!administration) return OF_STRANGERS;
  return administration.takesLargeBody ? LARGE : OF_ADMINISTRATORS;
}

function read(reader: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void reader(request, response, (cause?: unknown) => (cause ? reject(refusalOf(cause)) : resolve()));
  });
}

function refusalOf(cause: unknown): Error {
  const { status = 500, limit, message } = cause as Error & { status?: number; limit?: number };
  if (status === 413) return tooLarge(limit ?? LARGE_BYTES);
  return status < 500 ? new HttpException(`The body can’t be read: ${message}`, status) : (cause as Error);
}

export function tooLarge(bytes: number): ProblemError {
  const most = bytes < KIB * KIB ? `${bytes / KIB} KiB` : `${bytes / KIB / KIB} MiB`;
  return new ProblemError(Problems.tooLarge, `At most ${most} are taken here: send it in several parts.`);
}
