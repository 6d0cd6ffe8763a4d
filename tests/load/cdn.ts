// npm run cdn: runs three shops on one PostgreSQL, two of them with empty disks. They share their pictures through an
// S3 storage and use nginx as a CDN. With `--short` they have few products. Exits with 1 if a figure misses its limit.

import { sharedPictures } from "./cdn/shared-pictures.ts";
import { play } from "./play.ts";

await play("cdn", [sharedPictures]);
