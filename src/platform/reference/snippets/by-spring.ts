import { yamlValue, type SnippetClient, type SnippetFramework } from './snippet.js';

/** Spring Boot with Spring Security (spring-boot-starter-oauth2-client). */
export const SPRING: SnippetFramework = {
  name: 'Spring',
  file: 'application.yml',
  language: 'yaml',
  runsIn: 'server',
  isUntried: true,
  flows: {
    code: (client) =>
      registered(client, 'authorization_code', [
        `redirect-uri: ${yamlValue(client.redirectUri)}`,
        'scope: [openid, profile, email]',
      ]),
    credentials: (client) => registered(client, 'client_credentials', []),
    provisioning: (client) => registered(client, 'client_credentials', []),
  },
  notes: {
    code: 'Leave redirect-uri out if your redirect URL is {baseUrl}/login/oauth2/code/hearth, the default of Spring. A strict client needs PKCE: Spring Security 7 sends it by itself; before, give oauth2Login an authorization request resolver with OAuth2AuthorizationRequestCustomizers.withPkce().',
  },
};

function registered(
  { issuer, clientId, secret }: SnippetClient,
  grantType: string,
  more: readonly string[],
): string {
  const members = [
    `client-id: ${yamlValue(clientId)}`,
    `client-secret: ${yamlValue(secret ?? '')}`,
    `authorization-grant-type: ${grantType}`,
    ...more,
  ];
  return `spring:
  security:
    oauth2:
      client:
        registration:
          hearth:
${members.map((member) => `            ${member}`).join('\n')}
        provider:
          hearth:
            issuer-uri: ${yamlValue(issuer)}`;
}
