import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { DeviceDto, ExplanationDto, LicenseKeyDto, NextStepDto, PastCheckDto } from '../api/schema';

/** What the API says of a logged check: how it was answered then, and what it would be answered now. */
export interface ExplainedLog extends ExplanationDto {
  readonly past: PastCheckDto;
  readonly nextSteps: NextStepDto[];
  readonly licenseKey: LicenseKeyDto;
  readonly seatedDevices?: DeviceDto[];
}

/** Why a logged check was answered as it was. It writes nothing. */
export const explainedLog = (log: number) =>
  queryOptions({
    queryKey: ['keys', 'explain', log],
    queryFn: ({ signal }) =>
      answerOf(api.POST('/api/check/explain', { body: { log }, signal })) as Promise<ExplainedLog>,
    refetchOnWindowFocus: 'always',
  });
