// npm run cdn: three shops on one PostgreSQL, two of them with nothing on their disks, share their pictures through a storage
// that speaks S3, with nginx before them as a CDN. `--short` is the form of npm test. Ends with 1 when a figure is missed.

import { sharedPictures } from "./cdn/shared-pictures.ts";
import { play } from "./play.ts";

await play([sharedPictures]);
