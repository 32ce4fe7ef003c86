import { configureGlobal } from 'fast-check';

// A property that fails on large values can shrink them for hours, and a test's timeout does not
// interrupt what never waits.
configureGlobal({ interruptAfterTimeLimit: 180_000, markInterruptAsFailure: true });
