type Task = () => Promise<unknown> | void;

const tasks: Task[] = [];
let running: Promise<void> | null = null;

/** Tasks run in reverse order: the last one started is the first to stop. */
export function atEnd(task: Task): void {
  tasks.push(task);
}

/** Stops everything that was started; a second caller waits for the first. */
export function cleanUp(): Promise<void> {
  running ??= runAll();
  return running;
}

async function runAll(): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    try {
      await task();
    } catch (cause) {
      process.stderr.write(`clean-up: ${String(cause)}\n`);
    }
  }
}
