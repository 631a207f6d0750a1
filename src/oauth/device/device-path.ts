/** Where people type the code of a device. */
export const DEVICE_PATH = '/device';
