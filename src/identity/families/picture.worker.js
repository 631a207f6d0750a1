// A process for a single upload: a decoder can only be stopped with its process, and a crash in native code ends
// nothing else. Plain JavaScript, so that tests load it as the server does.
import '../../platform/security/no-fetch.js';
import sharp from 'sharp';

const MAX_PIXELS = 40_000_000;
/** 40 million pixels of a single column took 8 seconds. */
const MAX_SIDE = 12_000;
const SIDE_KEPT = 1024;
const MAX_LOGO_PIXELS = 16_000_000;
/** An SVG has its size in units of this many to an inch. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 2400;
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);
const WATCH_MS = 50;

// The server is gone, so nobody waits for the picture. process.exit would let a decoder finish first.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Blocks all other parsers, such as SVG, PDF and TIFF: they must not even look at a file that is refused afterwards.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

process.once('message', ({ upload, limitMs, box }) => {
  watchTime(limitMs, box ? 'The image' : 'FamilyImage');
  (box ? draw(upload, box) : convert(upload)).then(
    (outcome) => process.send(outcome),
    (cause) => process.send({ refusal: 'imageInvalid', details: { cause: String(cause) } }),
  );
});

/** @param {Buffer} upload */
async function convert(upload) {
  const picture = sharp(upload, { limitInputPixels: false });
  const { width, height } = await picture.metadata(); // reads the header: a decompression bomb is never unpacked
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    return { refusal: 'imageTooLarge', details: { width, height } };
  const size = { width: SIDE_KEPT, height: SIDE_KEPT, fit: 'inside', withoutEnlargement: true };
  return { picture: await picture.autoOrient().resize(size).webp().toBuffer() };
}

/**
 * A logo, of which an SVG is drawn at the size it is shown at. The library takes no file or address that an SVG names.
 * @param {Buffer} upload
 * @param {{ width: number, height: number }} box
 */
async function draw(upload, box) {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  const { width, height, format } = await sharp(upload, { limitInputPixels: false }).metadata();
  if (width * height > MAX_LOGO_PIXELS) return { refusal: 'imageTooLarge', details: { width, height } };
  const scale = Math.min(box.width / width, box.height / height);
  const density = format === 'svg' ? Math.min(Math.max(SVG_DENSITY * scale, 1), MAX_DENSITY) : undefined;
  const size = { ...box, fit: 'inside', withoutEnlargement: format !== 'svg' };
  const picture = sharp(upload, { density, limitInputPixels: MAX_LOGO_PIXELS });
  return { picture: await picture.autoOrient().resize(size).png({ compressionLevel: 9 }).toBuffer() };
}

/** Measures processor time: elapsed time would refuse more pictures on a busy machine. */
function watchTime(limitMs, name) {
  const start = process.cpuUsage();
  const limit = limitMs / 1000;
  const message = `${name} takes longer than ${limit} s to read: send it smaller, or as a plain JPEG or PNG.`;
  setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const details = { cpuMs: (user + system) / 1000 };
    if (details.cpuMs > limitMs) process.send({ refusal: 'imageTooLarge', details, message });
  }, WATCH_MS);
}
