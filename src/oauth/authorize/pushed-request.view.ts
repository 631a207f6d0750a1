import { ApiProperty } from '@nestjs/swagger';

/** The answer of RFC 9126 §2.2. */
export class PushedRequestView {
  @ApiProperty({
    description: 'For /authorize, beside client_id; good once.',
    example: 'urn:ietf:params:oauth:request_uri:…',
  })
  request_uri!: string;

  @ApiProperty({ description: 'Seconds until it is over.', example: 90 })
  expires_in!: number;
}
