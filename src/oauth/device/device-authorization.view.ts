import { ApiProperty } from '@nestjs/swagger';

/** The device authorization response (RFC 8628 §3.2). */
export class DeviceAuthorizationView {
  @ApiProperty({ description: 'For POST /token; the device keeps it to itself.' })
  device_code!: string;

  @ApiProperty({ description: 'For the person, to type at verification_uri.', example: 'WDJB-MJHT' })
  user_code!: string;

  @ApiProperty({ description: 'Where the person goes; short enough to type.' })
  verification_uri!: string;

  @ApiProperty({ description: 'The same with the code in it, for a QR code.' })
  verification_uri_complete!: string;

  @ApiProperty({ description: 'Seconds until both codes are over.', example: 900 })
  expires_in!: number;

  @ApiProperty({ description: 'Seconds to wait between two polls, to begin with.', example: 5 })
  interval!: number;
}
