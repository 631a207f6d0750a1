import { COMPILED, PackedClient } from './packed-client.js';

/** Installs the client library elsewhere and uses it on the server as built here. Returns what fails. Takes some seconds. */
export async function clientProblems(): Promise<string[]> {
  const client = PackedClient.make();
  try {
    const problems = await client.contentProblems();
    client.writeExamples();
    const types = COMPILED.map(([where, options, files]) => {
      const found = client.typeProblems(options, files).trimEnd();
      return found === '' ? [] : [`for ${where}: ${found}`];
    });
    return [...problems, ...types.flat(), ...(await useProblems(client))];
  } finally {
    client.close();
  }
}

async function useProblems(client: PackedClient): Promise<string[]> {
  try {
    await client.useOnServer();
    return [];
  } catch (cause) {
    return [(cause as Error).message];
  }
}
