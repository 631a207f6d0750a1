/** The services of a family (§2.5), by their names in the interface, with the default of a new family. Account information lists them. */
export const FAMILY_SERVICES = {
  Calendar_Service: { member: 'calendarService', initial: true },
  Location_Service: { member: 'locationService', initial: true },
  Autotracking_Service: { member: 'autotrackingService', initial: false },
  Message_Service: { member: 'messageService', initial: true },
  Photo_Service: { member: 'photoService', initial: true },
  Video_Service: { member: 'videoService', initial: true },
  Audio_Service: { member: 'audioService', initial: true },
  Task_Service: { member: 'taskService', initial: true },
} as const;

export type ServiceName = keyof typeof FAMILY_SERVICES;
/** The property of `Family` for a service. */
export type Service = (typeof FAMILY_SERVICES)[ServiceName]['member'];

/** The properties of all services, in the order of the interface. */
export const SERVICES: readonly Service[] = Object.values(FAMILY_SERVICES).map(({ member }) => member);
