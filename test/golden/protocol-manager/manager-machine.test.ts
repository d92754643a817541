import { transcripts } from '../transcripts.ts';
import { SCENARIOS } from './scenarios.ts';

transcripts('manager machine', new URL('./transcripts/', import.meta.url), SCENARIOS);
