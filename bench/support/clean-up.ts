type Task = () => Promise<unknown> | void;

const tasks: Task[] = [];
let running: Promise<void> | null = null;

/** What was started later is ended first. */
export function atEnd(task: Task): void {
  tasks.push(task);
}

/** Ends everything that was started; a second caller waits for the first. */
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
