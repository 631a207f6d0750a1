import {
  PayloadTooLargeException,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { LARGE_BYTES, tooLarge } from './read-admin-body.js';

const LIMITS = { fileSize: LARGE_BYTES, fieldSize: LARGE_BYTES, files: 1, fields: 10 };
const UTF8 = new TextDecoder(); // a picture becomes text of no meaning, and is refused as that

/** Reads a form of the console with a file in it, `file`: after the guards, so that only who may sends much. */
export class ReadUpload implements NestInterceptor {
  private readonly reader = new (FileInterceptor('file', { limits: LIMITS }))();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    try {
      return await this.reader.intercept(context, next);
    } catch (cause) {
      throw cause instanceof PayloadTooLargeException ? tooLarge(LARGE_BYTES) : cause;
    }
  }
}

/** The text of the file that was chosen; empty when none was. */
export function uploadedText(request: Request): string {
  const { file } = request as Request & { file?: { readonly buffer: Buffer } };
  return file ? UTF8.decode(file.buffer) : '';
}
