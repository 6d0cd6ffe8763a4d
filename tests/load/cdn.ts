// npm run cdn: three shops on one PostgreSQL, two of them with empty disks, share their pictures through a storage that speaks
// S3, with nginx as a CDN. `--short` has few products. It ends with 1 if a figure is missed.

import { sharedPictures } from "./cdn/shared-pictures.ts";
import { play } from "./play.ts";

await play("cdn", [sharedPictures]);
