import { COMPILED, PackedClient } from './packed-client.js';

/** What the package of the client library lacks, or has and should not. Takes some seconds, as all of these do. */
export function clientFileProblems(folder: string): Promise<string[]> {
  return withClient(folder, (client) => client.contentProblems());
}

/** Where the examples of its README don't compile in a project that has installed it. */
export function clientTypeProblems(folder: string): Promise<string[]> {
  return withClient(folder, (client) => {
    client.writeExamples();
    return COMPILED.flatMap(([where, options, files]) => {
      const found = client.typeProblems(options, files).trimEnd();
      return found === '' ? [] : [`for ${where}: ${found}`];
    });
  });
}

/** Why it can't sign a member in and make a call, on the server as built in the folder. */
export function clientCallProblems(folder: string): Promise<string[]> {
  return withClient(folder, async (client) => {
    try {
      await client.useOnServer(folder);
      return [];
    } catch (cause) {
      return [(cause as Error).message];
    }
  });
}

async function withClient(
  folder: string,
  problems: (client: PackedClient) => string[] | Promise<string[]>,
): Promise<string[]> {
  const client = PackedClient.make(folder);
  try {
    return await problems(client);
  } finally {
    client.close();
  }
}
