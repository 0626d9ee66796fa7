//! Models of CPN Tools: small ones made here for every feature, hostile files, what import and export write; and, where they are present, real models with the figures
//! that CPN Tools itself gives.

#[path = "import/again.rs"]
mod again;
#[path = "import/careless.rs"]
mod careless;
#[path = "import/commands.rs"]
mod commands;
#[path = "import/corpus.rs"]
mod corpus;
#[path = "import/declared.rs"]
mod declared;
#[path = "import/exported.rs"]
mod exported;
#[path = "import/features.rs"]
mod features;
#[path = "import/hostile.rs"]
mod hostile;
#[path = "import/maker.rs"]
mod maker;
#[path = "import/monitors.rs"]
mod monitors;
#[path = "import/oracle.rs"]
mod oracle;
#[path = "import/pictures.rs"]
mod pictures;
#[path = "import/reports.rs"]
mod reports;
#[path = "import/written.rs"]
mod written;
