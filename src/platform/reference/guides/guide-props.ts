import type { Reference } from '../reference.js';

export interface GuideProps {
  readonly reference: Reference;
}
