import { ApiProperty } from '@nestjs/swagger';

const STATUSES = ['ok', 'warning', 'failed'] as const;

/** What one check found. */
export class FindingDto {
  /**
   * What was looked at.
   * @example "durability"
   */
  check: string;

  /**
   * `failed` means that the service would not start like this, or does not keep its promises.
   * @example "ok"
   */
  @ApiProperty({ enum: STATUSES })
  status: (typeof STATUSES)[number];

  /**
   * What was found, in a sentence that goes on from the name of the check.
   * @example "what is committed survives a power cut."
   */
  message: string;
}

/** What was found of all that the service depends on. */
export class FindingsDto {
  /**
   * One for each check, and more where there is more to say.
   * @example [{ "check": "durability", "status": "ok", "message": "what is committed survives a power cut." }]
   */
  @ApiProperty({ type: [FindingDto] })
  findings: FindingDto[];
}
