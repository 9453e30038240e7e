// The images of a release, for both kinds of processor: docker buildx bake --file docker-bake.hcl --push.
// release.yml sets the variables. The targets are those of Dockerfile.

// Images are IMAGES/eval-api:VERSION and so on.
variable "IMAGES" {
  default = "bunting"
}
variable "VERSION" {
  default = "dev"
}
// Ends the tags of images for one kind of processor, which release.yml then joins.
variable "SUFFIX" {
  default = ""
}
// The commit, and the address of the repository.
variable "REVISION" {
  default = ""
}
variable "SOURCE" {
  default = ""
}
// The base images. By default those that Dockerfile names.
variable "NODE_IMAGE" {
  default = null
}
variable "BASE_IMAGE" {
  default = null
}

group "default" {
  targets = ["image"]
}

target "image" {
  matrix = {
    target = [
      "eval-api",
      "ingest-api",
      "coderefs-api",
      "settings-api",
      "sync-api",
      "webhook-dispatcher",
      "console",
      "migrate",
      "bunting",
    ]
  }
  name      = target
  target    = target
  context   = "."
  platforms = ["linux/amd64", "linux/arm64"]
  tags      = ["${IMAGES}/${target}:${VERSION}${SUFFIX}"]
  args = {
    VERSION    = VERSION
    REVISION   = REVISION
    SOURCE     = SOURCE
    NODE_IMAGE = NODE_IMAGE
    BASE_IMAGE = BASE_IMAGE
  }
  attest = ["type=provenance,mode=max"]
}
