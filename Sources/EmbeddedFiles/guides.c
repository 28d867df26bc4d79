#include "EmbeddedFiles.h"

// One array for each page of FlintCore's documentation, except its index `FlintCore.md`.

static const unsigned char Asking[] = {
#embed "../FlintCore/FlintCore.docc/Asking.md" suffix(, 0)
};

static const unsigned char Assistants[] = {
#embed "../FlintCore/FlintCore.docc/Assistants.md" suffix(, 0)
};

static const unsigned char Changelog[] = {
#embed "../FlintCore/FlintCore.docc/Changelog.md" suffix(, 0)
};

static const unsigned char CommandLine[] = {
#embed "../FlintCore/FlintCore.docc/CommandLine.md" suffix(, 0)
};

static const unsigned char CommandReference[] = {
#embed "../FlintCore/FlintCore.docc/CommandReference.md" suffix(, 0)
};

static const unsigned char ContinuousIntegration[] = {
#embed "../FlintCore/FlintCore.docc/ContinuousIntegration.md" suffix(, 0)
};

static const unsigned char ContinuousIntegrationFiles[] = {
#embed "../FlintCore/FlintCore.docc/ContinuousIntegrationFiles.md" suffix(, 0)
};

static const unsigned char Deciding[] = {
#embed "../FlintCore/FlintCore.docc/Deciding.md" suffix(, 0)
};

static const unsigned char Declaring[] = {
#embed "../FlintCore/FlintCore.docc/Declaring.md" suffix(, 0)
};

static const unsigned char DevicesAndBuilds[] = {
#embed "../FlintCore/FlintCore.docc/DevicesAndBuilds.md" suffix(, 0)
};

static const unsigned char Editors[] = {
#embed "../FlintCore/FlintCore.docc/Editors.md" suffix(, 0)
};

static const unsigned char EveryState[] = {
#embed "../FlintCore/FlintCore.docc/EveryState.md" suffix(, 0)
};

static const unsigned char FromCodeToManifest[] = {
#embed "../FlintCore/FlintCore.docc/FromCodeToManifest.md" suffix(, 0)
};

static const unsigned char Glossary[] = {
#embed "../FlintCore/FlintCore.docc/Glossary.md" suffix(, 0)
};

static const unsigned char HowItIsTested[] = {
#embed "../FlintCore/FlintCore.docc/HowItIsTested.md" suffix(, 0)
};

static const unsigned char JSONResults[] = {
#embed "../FlintCore/FlintCore.docc/JSONResults.md" suffix(, 0)
};

static const unsigned char ManifestFormat[] = {
#embed "../FlintCore/FlintCore.docc/ManifestFormat.md" suffix(, 0)
};

static const unsigned char Permissions[] = {
#embed "../FlintCore/FlintCore.docc/Permissions.md" suffix(, 0)
};

static const unsigned char PopulationTables[] = {
#embed "../FlintCore/FlintCore.docc/PopulationTables.md" suffix(, 0)
};

static const unsigned char Populations[] = {
#embed "../FlintCore/FlintCore.docc/Populations.md" suffix(, 0)
};

static const unsigned char Purchases[] = {
#embed "../FlintCore/FlintCore.docc/Purchases.md" suffix(, 0)
};

static const unsigned char RemoteConfig[] = {
#embed "../FlintCore/FlintCore.docc/RemoteConfig.md" suffix(, 0)
};

static const unsigned char Rules[] = {
#embed "../FlintCore/FlintCore.docc/Rules.md" suffix(, 0)
};

static const unsigned char Scenarios[] = {
#embed "../FlintCore/FlintCore.docc/Scenarios.md" suffix(, 0)
};

static const unsigned char States[] = {
#embed "../FlintCore/FlintCore.docc/States.md" suffix(, 0)
};

static const unsigned char StoreRecords[] = {
#embed "../FlintCore/FlintCore.docc/StoreRecords.md" suffix(, 0)
};

static const unsigned char Suites[] = {
#embed "../FlintCore/FlintCore.docc/Suites.md" suffix(, 0)
};

static const unsigned char Support[] = {
#embed "../FlintCore/FlintCore.docc/Support.md" suffix(, 0)
};

static const unsigned char Testing[] = {
#embed "../FlintCore/FlintCore.docc/Testing.md" suffix(, 0)
};

#define GUIDE(name) {#name, name}

static const struct EmbeddedGuide guides[] = {
    GUIDE(Asking),
    GUIDE(Assistants),
    GUIDE(Changelog),
    GUIDE(CommandLine),
    GUIDE(CommandReference),
    GUIDE(ContinuousIntegration),
    GUIDE(ContinuousIntegrationFiles),
    GUIDE(Deciding),
    GUIDE(Declaring),
    GUIDE(DevicesAndBuilds),
    GUIDE(Editors),
    GUIDE(EveryState),
    GUIDE(FromCodeToManifest),
    GUIDE(Glossary),
    GUIDE(HowItIsTested),
    GUIDE(JSONResults),
    GUIDE(ManifestFormat),
    GUIDE(Permissions),
    GUIDE(PopulationTables),
    GUIDE(Populations),
    GUIDE(Purchases),
    GUIDE(RemoteConfig),
    GUIDE(Rules),
    GUIDE(Scenarios),
    GUIDE(States),
    GUIDE(StoreRecords),
    GUIDE(Suites),
    GUIDE(Support),
    GUIDE(Testing),
};

size_t embeddedGuideCount(void) { return sizeof guides / sizeof guides[0]; }

struct EmbeddedGuide embeddedGuide(size_t index) { return guides[index]; }
