/** Returns a function that never runs the work twice at the same time: a call during a run causes one more run. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  const once = async (): Promise<void> => {
    isAsked = false;
    await work();
  };
  const runAndRun = async (): Promise<void> => {
    try {
      while (isAsked) await once();
    } finally {
      running = null; // with the last look at what is asked: nobody can ask in between, and wait for what is over
    }
  };
  return () => {
    isAsked = true;
    running ??= runAndRun();
    return running;
  };
}
