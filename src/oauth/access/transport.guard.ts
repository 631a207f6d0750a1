import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { usesBearer } from './credentials.js';
import { guardInput } from './guard-input.js';

/** For an operator whose callers use HTTPS up to a proxy that TRUST_PROXY does not name. */
const UNTRUSTED = `${Errors.insecureTransport.meaning} A proxy says that it came so: TRUST_PROXY has to name that proxy.`;

/**
 * Requires HTTPS where secrets travel: token issuing, refresh, Bearer use (§5.3.2, §5.3.3, D44). Refuses HEAD, which Express
 * takes for GET, where an operation is not declared to take it: it would act.
 */
@Injectable()
export class TransportGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { exchange, operation } = guardInput(context);
    if (exchange.method === 'HEAD' && !operation.methods.includes('HEAD')) {
      const headers = { Allow: operation.methods.join(', ') };
      throw new CallError(Errors.methodNotAllowed, {}, { headers });
    }
    const { isEncrypted, isLoopback } = exchange.origin;
    if (isEncrypted || isLoopback || this.config.allowInsecureHttp) return true;
    if (!operation.needsHttps && !usesBearer(exchange)) return true;
    const isSaidToBe = /^https\b/i.test(String(exchange.headers['x-forwarded-proto']));
    throw new CallError(Errors.insecureTransport, {}, isSaidToBe ? { message: UNTRUSTED } : {});
  }
}
