import type { UserAgent } from '../../identity/sign-ins/user-agent.js';

export type DeviceKind = 'phone' | 'tablet' | 'computer' | 'television' | 'unknown';

/** By every system that `userAgentOf` names. */
const KINDS: ReadonlyMap<string, DeviceKind> = new Map(
  Object.entries({
    ...{ iPhone: 'phone', iOS: 'phone', Android: 'phone', 'Windows Phone': 'phone', BlackBerry: 'phone' },
    ...{ HarmonyOS: 'phone', Bada: 'phone', iPad: 'tablet' },
    ...{ Windows: 'computer', macOS: 'computer', Linux: 'computer', 'Chrome OS': 'computer' },
    ...{ WebOS: 'television', Tizen: 'television', Roku: 'television', 'PlayStation 4': 'television' },
  } as const),
);

/** The kind of a device by its system. @param agent null: nobody knows, as of a device that an application names */
export function deviceKindOf(agent: Pick<UserAgent, 'system'> | null): DeviceKind {
  return KINDS.get(agent?.system ?? '') ?? 'unknown';
}

const SHAPES: Readonly<Record<DeviceKind, string>> = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM11 18.500h2',
  tablet: 'M6 2h12a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM11 18.500h2',
  computer: 'M5 4h14a1 1 0 0 1 1 1v10H4V5a1 1 0 0 1 1-1ZM2 19h20',
  television: 'M3 5h18v12H3ZM8 21h8',
  unknown: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM3 9h18',
};

/** A small picture of the kind of a device; its name stands beside it. */
export function DevicePicture({ kind }: { readonly kind: DeviceKind }) {
  return (
    <svg class="device-picture" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[kind]} />
    </svg>
  );
}
