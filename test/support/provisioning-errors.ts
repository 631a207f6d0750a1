import { expect } from '@jest/globals';
import type { Answer } from './a01.js';

/** An error as listed in §7.2, with the HTTP status of D9. */
export interface Expected {
  readonly status: number;
  readonly name: string;
  readonly type: 'Ex' | 'Un';
  readonly value: string;
}

const ex = (status: number, name: string, value: string): Expected => ({ status, name, type: 'Ex', value });
const un = (status: number, name: string): Expected => ({ status, name, type: 'Un', value: String(status) });

/** Taken from §7.2 and the decisions, not from src. */
export const ERRORS = {
  invalidParameter: ex(400, 'FizApiInvalidParameterException', '400'), // D10
  identifierUnknown: ex(404, 'FizApiAccIdentifierInvalidException', '21'),
  unattended: ex(500, 'AFizApiUnattendedException', '21'), // D11
  familyIdDoesNotExist: ex(404, 'AFizFamilyIdDoesNotExist', '11'),
  familyNotEmpty: ex(409, 'AFizFamilyNotEmpty', '31'),
  accountAlreadyExists: ex(409, 'FizAccountAlreadyExistsException', '2'),
  founderAlreadyExists: ex(409, 'FizFounderAlreadyExistsException', '15'),
  identifierInvalid: ex(400, 'AFizInvalidIdentifierException', '21'),
  emailInvalid: ex(400, 'AFizInvalidEmailException', '17'),
  msisdnInvalid: ex(400, 'AFizInvalidMSISDNException', '22'),
  accountDoesNotExist: un(507, 'FizAccountDoesNotExistException'),
  imageInvalid: ex(415, 'AFizInvalidImageException', '23'), // D27
  imageTooLarge: ex(413, 'AFizInvalidImageException', '23'), // D9, D27
  insufficientRights: un(509, 'FizApiKeyInsufficientRightsException'), // D37
  strictProfile: un(400, 'FizApiStrictProfileException'), // D68, D79
} as const;

/** Expects this error in the envelope of D8, under the name of the call (D6). */
export function expectError(answer: Answer, { status, name, type, value }: Expected, cn: string): void {
  expect(answer.body).toEqual({
    a01: { ex: { name, type, value, message: expect.stringMatching(/^\w.+\.$/) }, cn },
  });
  expect(answer.status).toBe(status);
}
