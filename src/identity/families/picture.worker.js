// A process for a single upload: a decoder can only be stopped with its process, and a crash in native code ends
// nothing else. Plain JavaScript, so that tests load it as the server does.
import '../../platform/security/no-fetch.js';
import sharp from 'sharp';

const MAX_PIXELS = 40_000_000;
/** 40 million pixels of a single column took 8 seconds. */
const MAX_SIDE = 12_000;
/** What has to be in memory as a whole: 40 million pixels with transparency, but not in 16 bits. */
const MAX_WHOLE_BYTES = 160_000_000;
const BYTES_OF_DEPTH = { uchar: 1, ushort: 2 };
const SIDE_KEPT = 1024;
const MAX_LOGO_PIXELS = 16_000_000;
/** An SVG has its size in units of this many to an inch. */
const SVG_DENSITY = 72;
const MAX_DENSITY = 2400;
/** Markers and parameters of a JPEG (ITU-T T.81, table B.1 and B.2.3). */
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const SEQUENTIAL_FRAMES = [0xc0, 0xc1];
const SEQUENTIAL_SCAN = Buffer.of(0, 63, 0);
const LOADERS = ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}Buffer`);
const WATCH_MS = 50;

// The server is gone, so nobody waits for the picture. process.exit would let a decoder finish first.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Blocks all other parsers, such as SVG, PDF and TIFF: they must not even look at a file that is refused afterwards.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });

process.once('message', ({ upload, limits, box }) => {
  watch(limits, box ? 'The image' : 'FamilyImage');
  const read = (bytes) => (box ? draw(bytes, box) : convert(bytes));
  read(upload)
    .catch((cause) => read(mendedJpeg(upload, cause)))
    .then(
      (outcome) => process.send(outcome),
      (cause) => process.send({ refusal: 'imageInvalid', details: { cause: String(cause) } }),
    );
});

/**
 * What cameras get wrong and every browser shows: a JPEG without its last marker, and a sequential one whose scans have the
 * parameters of progressive ones, as some of Samsung's. One that lacks more stays unreadable, as each warning of the decoder
 * counts.
 * @param {Buffer} upload
 * @param {unknown} cause thrown where it is no JPEG
 */
function mendedJpeg(upload, cause) {
  if (upload[0] !== 0xff || upload[1] !== 0xd8) throw cause;
  const jpeg = Buffer.concat([upload, Buffer.of(0xff, END_OF_IMAGE)]);
  let isSequential = false;
  for (let at = 2; at + 4 <= upload.length;) {
    const marker = jpeg[at + 1];
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (jpeg[at] !== 0xff || marker === END_OF_IMAGE || end > upload.length) break;
    if (SEQUENTIAL_FRAMES.includes(marker)) isSequential = true;
    if (marker === START_OF_SCAN && isSequential) SEQUENTIAL_SCAN.copy(jpeg, end - SEQUENTIAL_SCAN.length);
    at = marker === START_OF_SCAN ? nextMarker(jpeg, end) : end;
  }
  return jpeg;
}

/** After the data of a scan, in which 0xff is followed by zero or a number of a restart. */
function nextMarker(jpeg, from) {
  let at = jpeg.indexOf(0xff, from);
  while (jpeg[at + 1] === 0 || jpeg[at + 1] === 0xff || (jpeg[at + 1] & 0xf8) === 0xd0)
    at = jpeg.indexOf(0xff, at + 1);
  return at;
}

/** @param {Buffer} upload */
async function convert(upload) {
  const picture = sharp(upload, { limitInputPixels: false });
  const header = await picture.metadata(); // a decompression bomb is never unpacked
  const refusal = tooLarge(header, 'FamilyImage', MAX_PIXELS, MAX_SIDE);
  if (refusal) return refusal;
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
  const header = await sharp(upload, { limitInputPixels: false }).metadata();
  const refusal = tooLarge(header, 'The image', MAX_LOGO_PIXELS);
  if (refusal) return refusal;
  const { width, height, format } = header;
  const scale = Math.min(box.width / width, box.height / height);
  const density = format === 'svg' ? Math.min(Math.max(SVG_DENSITY * scale, 1), MAX_DENSITY) : undefined;
  const size = { ...box, fit: 'inside', withoutEnlargement: format !== 'svg' };
  const picture = sharp(upload, { density, limitInputPixels: MAX_LOGO_PIXELS });
  return { picture: await picture.autoOrient().resize(size).png({ compressionLevel: 9 }).toBuffer() };
}

/** null: it may be decoded. */
function tooLarge(header, name, maxPixels, maxSide = Infinity) {
  const { width, height } = header;
  const details = { width, height };
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    return { refusal: 'imageTooLarge', details };
  if (wholeBytes(header) <= MAX_WHOLE_BYTES) return null;
  const message = `${name} would take more than ${MAX_WHOLE_BYTES / 1e6} MB at once: send it smaller, or neither interlaced nor progressive.`;
  return { refusal: 'imageTooLarge', details, message };
}

/**
 * What is decoded before the first line of it can be used: an interlaced PNG, a GIF, the coefficients of a progressive
 * JPEG. All else is read line by line.
 */
function wholeBytes({ format, width, height, channels, depth, isProgressive, chromaSubsampling }) {
  const pixels = width * height;
  if (format === 'gif') return 4 * pixels;
  if (format === 'jpeg' && isProgressive)
    return 2 * (chromaSubsampling === '4:2:0' ? 1.5 : channels) * pixels;
  if (format === 'png' && isProgressive) return BYTES_OF_DEPTH[depth] * channels * pixels;
  return 0;
}

/** Measures processor time: elapsed time would refuse more pictures on a busy machine. */
function watch({ ms, mb }, name) {
  const start = process.cpuUsage();
  const refuse = (details, what) => {
    const message = `${name} takes more than ${what} to read: send it smaller, or as a plain JPEG or PNG.`;
    process.send({ refusal: 'imageTooLarge', details, message });
  };
  setInterval(() => {
    const { user, system } = process.cpuUsage(start);
    const details = { cpuMs: (user + system) / 1000, mb: process.memoryUsage.rss() / 1e6 };
    if (details.cpuMs > ms) refuse(details, `${ms / 1000} s`);
    else if (details.mb > mb) refuse(details, `${mb} MB`);
  }, WATCH_MS);
}
