import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { invalid } from '../../platform/errors/problem-error.js';

/** Tells what is wrong with an image by its field. @throws ProblemError invalid */
export async function imageProblem<T>(work: Promise<T>, field: string): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    const { definition } = cause;
    if (definition === Errors.imageInvalid)
      throw invalid([{ field, message: 'must be a PNG, JPEG, WebP, GIF or SVG image' }]);
    if (definition === Errors.imageTooLarge)
      throw invalid([
        { field, message: 'must have at most 256 KiB and 16 megapixels, and be quick to draw' },
      ]);
    throw cause;
  }
}
