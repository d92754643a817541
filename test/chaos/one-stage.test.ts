import { testShortForms } from './short-forms.ts';

await testShortForms('OneStage');
