/** A setting or file that the operator has to correct; the message is printed and the process ends with code 1. */
export class SettingsError extends Error {}
