/** Work that is never done twice at the same time: who asks for it meanwhile has it done once more afterwards. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const runAndRun = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      await work();
    }
  };
  return () => {
    isAsked = true;
    running ??= runAndRun().finally(() => (running = null));
    return running;
  };
}
