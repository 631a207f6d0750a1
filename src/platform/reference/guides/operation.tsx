import { Curl, Op } from '../code.js';
import type { GuideProps } from './guide-props.js';

export function OperationGuide({ reference }: GuideProps) {
  return (
    <>
      <p>
        A balancer asks <Op reference={reference} id="healthready" />, an orchestrator{' '}
        <Op reference={reference} id="healthlive" />, Prometheus <Op reference={reference} id="metrics" />.
        Each node answers for itself.
      </p>
      <Curl reference={reference} id="healthready" />
    </>
  );
}
