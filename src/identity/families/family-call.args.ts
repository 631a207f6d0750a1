import { BooleanArg } from '../../platform/operations/args.js';
import { FAMILY_SERVICES, type Service } from '../accounts/family-services.js';

/** A picture of a family, as calls take it. */
export const FAMILY_IMAGE = {
  aliases: ['Family Image'],
  description:
    'JPEG, PNG, GIF or WebP, at most 5 MiB and 40 megapixels: a file of a multipart body, or the body itself (Content-Type: image/…, the other parameters in the query).',
} as const;

/** @param about the description of a service, by its default */
export function servicesArgs(
  about: (initial: boolean) => string,
): new () => Partial<Record<Service, boolean>> {
  const ServicesArgs = class {} as new () => Partial<Record<Service, boolean>>;
  for (const [name, { member, initial }] of Object.entries(FAMILY_SERVICES))
    BooleanArg(name, { optional: true, description: about(initial) })(
      ServicesArgs.prototype as object,
      member,
    );
  return ServicesArgs;
}
