import { Checkbox, Field, Select, TextArea } from '../../platform/pages/form.js';
import { boundTo } from '../shell/console/bound.js';
import type { FormErrors } from '../shell/console/checked.js';
import type { ClientFormValues } from './client-form.js';

export interface FieldsProps {
  readonly values: ClientFormValues;
  readonly errors: FormErrors;
  readonly rulesets: readonly { readonly name: string; readonly description: string }[];
}

/** The settings of a client record (§2.3), each with what it means. */
export function ClientFields({ values, errors, rulesets }: FieldsProps) {
  const bound = boundTo(values, errors);
  return (
    <>
      <Field
        {...bound('name')}
        label="Name"
        type="text"
        hint="What users read when they are asked to allow it."
      />
      <Select
        {...bound('ruleset')}
        label="Ruleset"
        hint="Which calls it may make. WEB: for applications that act for the user who signed in."
        options={rulesets.map(({ name, description }) => [
          name,
          description === '' ? name : `${name}: ${description}`,
        ])}
      />
      <TextArea
        {...bound('redirectUrls')}
        label="RedirectUrls"
        rows={3}
        hint="Where users come back to after /authorize, one address a line: https://shop.example/callback. Absolute, without fragment or wildcard; an application on a phone may have com.example.shop://callback. Empty: it sends no users to /authorize."
        isOptional
      />
      <TextArea
        {...bound('serverNetworks')}
        label="Networks of its servers"
        rows={2}
        hint="Only if its server calls /authorize itself, instead of sending the browser there: the addresses or networks it calls from, one a line: 203.0.113.7 or 2001:db8:1::/48. What it begins there counts as its own (CLIENT_AUTHORIZATIONS), not as one network’s."
        isOptional
      />
      <Select
        {...bound('profile')}
        label="Profile"
        hint="Strict refuses what today’s practice forbids: secrets in addresses, changes by GET, codes without PKCE, a redirect_uri that only begins with a RedirectUrl. Use it for everything new."
        options={[
          ['strict', 'strict'],
          ['interface', 'interface: as the interface document says'],
        ]}
      />
      <Select
        {...bound('provisions')}
        label="Provisions"
        hint="Which families and accounts its prov* calls reach. Own: those that it created; all others are as if they did not exist."
        options={[
          ['', 'as the profile has it: own if strict, else all'],
          ['own', 'own'],
          ['all', 'all'],
        ]}
      />
      <TokenFields {...{ values, errors }} />
      <TrustFields {...{ values, errors }} />
    </>
  );
}

type GroupProps = Omit<FieldsProps, 'rulesets'>;

const TOKEN_FIELDS = ['accessLifetimeSeconds', 'refreshLifetimeSeconds', 'keepsRefreshToken'];

function TokenFields({ values, errors }: GroupProps) {
  const bound = boundTo(values, errors);
  const isSet =
    values.accessLifetimeSeconds !== '' || values.refreshLifetimeSeconds !== '' || values.keepsRefreshToken;
  return (
    <details open={isSet || TOKEN_FIELDS.some((name) => errors[name])}>
      <summary>Lifetimes of its tokens</summary>
      <Field
        {...bound('accessLifetimeSeconds')}
        label="Access token, in seconds"
        type="number"
        hint="Empty: as the server’s settings say."
        isOptional
      />
      <Field
        {...bound('refreshLifetimeSeconds')}
        label="Refresh token, in seconds"
        type="number"
        hint="How long the user may stay away before signing in again. Empty: as the settings say."
        isOptional
      />
      <Checkbox
        name="keepsRefreshToken"
        label="Keeps its refresh token"
        isChecked={values.keepsRefreshToken}
        hint="For legacy callers that don’t store the new one; a stolen one is then never noticed. A strict client gets a new one all the same."
        error={errors.keepsRefreshToken}
      />
    </details>
  );
}

const TRUST_FIELDS = ['isPrivileged', 'jwks', 'jwksUrl', 'assertionIssuer'];

function TrustFields({ values, errors }: GroupProps) {
  const bound = boundTo(values, errors);
  const isSet =
    values.isPrivileged || values.jwks !== '' || values.jwksUrl !== '' || values.assertionIssuer !== '';
  return (
    <details open={isSet || TRUST_FIELDS.some((name) => errors[name])}>
      <summary>Trust: passwords, assertions, administration</summary>
      <Checkbox
        name="isPrivileged"
        label="Privileged"
        isChecked={values.isPrivileged}
        hint="It may send users’ passwords, validation tokens and assertions, and administer if its ruleset says so. For the service’s own applications; never for a third party."
        error={errors.isPrivileged}
      />
      <Field
        {...bound('jwksUrl')}
        label="Address of its public keys (jwksUrl)"
        type="text"
        longest={2048}
        hint="Where a partner publishes the keys that sign its assertions: https, out on the internet."
        isOptional
      />
      <TextArea
        {...bound('jwks')}
        label="Its public keys themselves (jwks)"
        rows={4}
        hint='Instead of the address: {"keys": [{…}]} (RFC 7517), without private halves.'
        isOptional
      />
      <Field
        {...bound('assertionIssuer')}
        label="Issuer of its assertions"
        type="text"
        hint="The iss that they name, and whose ExternalIds it speaks of. Empty: its client_id. Links that users made hang on it: don’t change it."
        isOptional
      />
    </details>
  );
}
