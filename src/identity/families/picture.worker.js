// A process of its own for one upload: a decoder can be ended only with the process that it runs in, and what goes wrong
// in native code ends nothing else. Plain JavaScript, so that tests load it as the server does.
import sharp from 'sharp';

const MAX_PIXELS = 40_000_000;
/** 40 million pixels of a single column took 8 seconds. */
const MAX_SIDE = 12_000;
const SIDE_KEPT = 1024;
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);
const WATCH_MS = 50;

// A server that is gone waits for nobody. Not process.exit, which would let a decoder finish.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// No other parser looks at it: not that of SVG, PDF or TIFF either, only to be refused afterwards.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

process.once('message', ({ upload, limitMs }) => {
  watchTime(limitMs);
  convert(upload).then(
    (outcome) => process.send(outcome),
    (cause) => process.send({ refusal: 'imageInvalid', details: { cause: String(cause) } }),
  );
});

/** @param {Buffer} upload */
async function convert(upload) {
  const picture = sharp(upload, { limitInputPixels: false });
  const { width, height } = await picture.metadata(); // reads the header: a bomb is never unpacked
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    return { refusal: 'imageTooLarge', details: { width, height } };
  const size = { width: SIDE_KEPT, height: SIDE_KEPT, fit: 'inside', withoutEnlargement: true };
  return { webp: await picture.autoOrient().resize(size).webp().toBuffer() };
}

/** Processor time, not that of a clock: a busy machine makes no picture larger. */
function watchTime(limitMs) {
  const start = process.cpuUsage();
  const limit = limitMs / 1000;
  const message = `FamilyImage takes longer than ${limit} s to read: send it smaller, or as a plain JPEG or PNG.`;
  setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const details = { cpuMs: (user + system) / 1000 };
    if (details.cpuMs > limitMs) process.send({ refusal: 'imageTooLarge', details, message });
  }, WATCH_MS);
}
